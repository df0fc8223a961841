; A module of the host.
target triple = "x86_64-pc-linux-gnu"

define i32 @pick(i32 %x) {
entry:
  %c = icmp sgt i32 %x, 3
  br i1 %c, label %a, label %b

a:
  %p = mul i32 %x, 7
  br label %end

b:
  %q = mul i32 %x, 9
  br label %end

end:
  %r = phi i32 [ %p, %a ], [ %q, %b ]
  ret i32 %r
}
