# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# nix-build packaging/nix, with a nixpkgs that has LLVM 22 (or another from 19 on:
# --arg llvmPackages 'pkgs.llvmPackages_21'). Not tried: no Nix was at hand.
{
  pkgs ? import <nixpkgs> { },
  llvmPackages ? pkgs.llvmPackages_22,
}:
pkgs.stdenv.mkDerivation {
  pname = "reconverge";
  version = "0.1.0";
  src = ../..;
  nativeBuildInputs = with pkgs; [
    autoreconfHook
    makeWrapper
    pkg-config
    python3
  ];
  buildInputs = with pkgs; [
    graphviz
    jansson
    llvmPackages.libllvm
    ncurses
    readline
  ];
  configureFlags = [
    "--with-llvm=${llvmPackages.libllvm.dev}/bin/llvm-config"
  ];
  # LAPACK is loaded where a model is fitted, clang where a source file is opened.
  postInstall = ''
    wrapProgram $out/bin/reconverge \
      --prefix LD_LIBRARY_PATH : ${pkgs.lib.makeLibraryPath [ pkgs.lapack-reference ]} \
      --set-default RECONVERGE_CLANG ${llvmPackages.clang-unwrapped}/bin/clang
  '';
  enableParallelBuilding = true;
  meta = {
    description = "Shows and mends the divergence of GPU kernels";
    license = with pkgs.lib.licenses; [
      asl20-llvm
      gpl3Plus # the program, which is linked with readline
    ];
    platforms = pkgs.lib.platforms.linux;
    mainProgram = "reconverge";
  };
}
