/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Reads a cubin, what ptxas makes of PTX: an ELF file whose line table gives
 * the address of every line, at 16 bytes an instruction from Volta on; what the
 * instructions are, a disassembler has to say (sass.c). Formats:
 * "Tool Interface Standard (TIS) Executable and Linking Format"; "DWARF
 * Debugging Information Format", version 2, section 6.2. What ptxas says beside
 * it (-v) has the registers and the memory.
 *
 * The counts are those of the copy whose loops are not unrolled (rolled.c in src/ir).
 *
 * ptxas fills the section up behind the last instruction, with a branch to
 * itself and instructions that do nothing; these are not counted.
 *
 * Example: the rows (address 0, line 1), (0x20, line 3) of a function of 0x40
 * bytes say that two instructions come from line 1 and two from line 3.
 */
#include "read.h"

#include "reconverge/graph.h"

#include <elf.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BYTES CVG_MCODE_BYTES

/* Bytes that are read from front to back. */
struct bytes {
	const uint8_t *at, *end;
	bool bad; /* something lay outside */
};

static uint64_t take(struct bytes *in, size_t n)
{
	uint64_t value = 0;

	if ((size_t)(in->end - in->at) < n) {
		in->bad = true;
		in->at = in->end;
		return 0;
	}
	for (size_t i = 0; i < n && i < sizeof value; i++)
		value |= (uint64_t)in->at[i] << (8 * i);
	in->at += n;
	return value;
}

static uint64_t take_uleb(struct bytes *in)
{
	uint64_t value = 0, byte;
	unsigned shift = 0;

	do {
		byte = take(in, 1);
		if (shift < 64)
			value |= (byte & 0x7f) << shift;
		shift += 7;
	} while (byte & 0x80);
	return value;
}

static int64_t take_sleb(struct bytes *in)
{
	uint64_t value = 0, byte;
	unsigned shift = 0;

	do {
		byte = take(in, 1);
		if (shift < 64)
			value |= (byte & 0x7f) << shift;
		shift += 7;
	} while (byte & 0x80);
	if (shift < 64 && (byte & 0x40))
		value |= ~UINT64_C(0) << shift;
	return (int64_t)value;
}

/* ---- ELF --------------------------------------------------------------- */

struct elf {
	const uint8_t *at;
	size_t n;
	Elf64_Ehdr head;
};

static bool copy(const struct elf *elf, void *to, uint64_t from, size_t n)
{
	if (from > elf->n || elf->n - from < n)
		return false;
	memcpy(to, elf->at + from, n);
	return true;
}

static bool section_at(const struct elf *elf, uint32_t i, Elf64_Shdr *out)
{
	return i < elf->head.e_shnum &&
	       copy(elf, out, elf->head.e_shoff + (uint64_t)i * sizeof *out,
		    sizeof *out) &&
	       (out->sh_type == SHT_NOBITS ||
		(out->sh_offset <= elf->n &&
		 out->sh_size <= elf->n - out->sh_offset));
}

/* The number of the section of that name; 0: there is none. */
static uint32_t section_named(const struct elf *elf, const char *name,
			      Elf64_Shdr *out)
{
	size_t n = strlen(name) + 1;
	Elf64_Shdr names;

	if (!section_at(elf, elf->head.e_shstrndx, &names))
		return 0;
	for (uint32_t i = 1; i < elf->head.e_shnum; i++)
		if (section_at(elf, i, out) && out->sh_name < names.sh_size &&
		    names.sh_size - out->sh_name >= n &&
		    !memcmp(elf->at + names.sh_offset + out->sh_name, name, n))
			return i;
	return 0;
}

/* Where an address of the line table leads: to a section, and to its first byte
 * or behind it. */
struct target {
	uint32_t section; /* 0: it is not known */
	uint64_t from;
};

/* Find the relocation of the address at that place of the line table. Those for
 * GPUs before Hopper have no addend. */
static struct target find_target(const struct elf *elf, uint64_t place)
{
	bool old = section_named(elf, ".rel.debug_line", &(Elf64_Shdr){0});
	const char *name = old ? ".rel.debug_line" : ".rela.debug_line";
	size_t bytes = old ? sizeof(Elf64_Rel) : sizeof(Elf64_Rela);
	struct target none = {0};
	Elf64_Shdr rel, symbols;
	Elf64_Rela row = {0};
	Elf64_Sym symbol;

	if (!section_named(elf, name, &rel) ||
	    !section_at(elf, rel.sh_link, &symbols))
		return none;
	for (uint64_t i = 0; i + bytes <= rel.sh_size; i += bytes) {
		if (!copy(elf, &row, rel.sh_offset + i, bytes))
			return none;
		if (row.r_offset == place &&
		    copy(elf, &symbol,
			 symbols.sh_offset +
				 ELF64_R_SYM(row.r_info) * sizeof symbol,
			 sizeof symbol))
			return (struct target){.section = symbol.st_shndx,
					       .from = symbol.st_value +
						       (uint64_t)row.r_addend};
	}
	return none;
}

/* ---- the line table ---------------------------------------------------- */

struct table {
	struct cvg_mreader *reader;
	const struct elf *elf;
	uint64_t ncode;	 /* instructions of the function */
	uint32_t *line;	 /* [ncode] 0: none */
	uint32_t code;	 /* the function's section */
	uint64_t origin; /* bytes before the table in the file */

	/* the state of the program in the table */
	uint64_t address;
	int64_t row_line;
	bool ours; /* the address is of the function */
};

/* From the address on, the line holds. */
static void put_row(struct table *table)
{
	uint64_t at = table->address / BYTES;

	if (table->ours)
		for (; at < table->ncode; at++)
			table->line[at] = (uint32_t)table->row_line;
}

static void end_sequence(struct table *table)
{
	table->row_line = 0;
	put_row(table);
	table->address = 0;
	table->row_line = 1;
	table->ours = false;
}

static void extended(struct table *table, struct bytes *in)
{
	uint64_t n = take_uleb(in);
	struct bytes part = {.at = in->at};
	uint64_t code;

	take(in, n);
	part.end = in->at;
	code = take(&part, 1);
	if (code == 1) { /* DW_LNE_end_sequence */
		end_sequence(table);
	} else if (code == 2) { /* DW_LNE_set_address */
		uint64_t place =
			(uint64_t)(part.at - table->elf->at) - table->origin;
		struct target target = find_target(table->elf, place);

		table->ours = target.section == table->code;
		table->address = target.from + take(&part, 8);
	}
}

/* The numbers in the head of a table. */
struct head {
	uint64_t least;	   /* bytes of an instruction */
	int64_t line_base; /* of special operations */
	uint64_t line_range, opcode_base;
	uint8_t operands[256]; /* how many an operation has */
};

static void standard(struct table *table, const struct head *head,
		     uint64_t code, struct bytes *in)
{
	switch (code) {
	case 1: /* DW_LNS_copy */
		put_row(table);
		break;
	case 2: /* DW_LNS_advance_pc */
		table->address += take_uleb(in) * head->least;
		break;
	case 3: /* DW_LNS_advance_line */
		table->row_line += take_sleb(in);
		break;
	case 8: /* DW_LNS_const_add_pc */
		table->address += (255 - head->opcode_base) / head->line_range *
				  head->least;
		break;
	case 9: /* DW_LNS_fixed_advance_pc */
		table->address += take(in, 2);
		break;
	default: /* which says nothing of lines */
		for (uint8_t k = 0; k < head->operands[code]; k++)
			take_uleb(in);
	}
}

static void run_program(struct table *table, const struct head *head,
			struct bytes *in)
{
	while (in->at < in->end && !in->bad) {
		uint64_t code = take(in, 1);

		if (code == 0) {
			extended(table, in);
		} else if (code < head->opcode_base) {
			standard(table, head, code, in);
		} else {
			code -= head->opcode_base;
			table->address += code / head->line_range * head->least;
			table->row_line += head->line_base +
					   (int64_t)(code % head->line_range);
			put_row(table);
		}
	}
}

/* One unit of the table; false: it is damaged. */
static bool read_unit(struct table *table, struct bytes *all)
{
	uint64_t n = take(all, 4);
	struct bytes in = {.at = all->at};
	struct head head = {0};
	const uint8_t *program;
	uint64_t version;

	take(all, n);
	in.end = all->at;
	version = take(&in, 2);
	n = take(&in, 4);
	if (all->bad || version < 2 || version > 4 ||
	    n > (size_t)(in.end - in.at))
		return false;
	program = in.at + n;
	head.least = take(&in, 1);
	take(&in, version >= 4 ? 2 : 1);
	head.line_base = (int8_t)take(&in, 1);
	head.line_range = take(&in, 1);
	head.opcode_base = take(&in, 1);
	if (!head.line_range || !head.opcode_base)
		return false;
	for (uint64_t i = 1; i < head.opcode_base; i++)
		head.operands[i] = (uint8_t)take(&in, 1);
	in.at = program;
	table->row_line = 1;
	run_program(table, &head, &in);
	return !in.bad;
}

/* Functions of NVIDIA's own, such as that of a division, stand behind ours in
 * its section. They have no lines. */
static void clear_helpers(struct table *table)
{
	Elf64_Shdr symbols;
	Elf64_Sym symbol;

	if (!section_named(table->elf, ".symtab", &symbols))
		return;
	for (uint64_t i = 0; i + sizeof symbol <= symbols.sh_size;
	     i += sizeof symbol) {
		uint64_t at, end;

		if (!copy(table->elf, &symbol, symbols.sh_offset + i,
			  sizeof symbol) ||
		    ELF64_ST_TYPE(symbol.st_info) != STT_FUNC ||
		    symbol.st_shndx != table->code || symbol.st_value == 0)
			continue;
		at = symbol.st_value / BYTES;
		end = at + symbol.st_size / BYTES;
		for (; at < end && at < table->ncode; at++)
			table->line[at] = 0;
	}
}

/* ---- the code ---------------------------------------------------------- */

/* How many instructions there are but for those behind the end. The operation
 * stands in the lowest 12 bits: 0x918 is NOP, 0x947 BRA. */
static uint64_t used_code(const uint8_t *code, uint64_t n)
{
	static const unsigned nop = 0x918, bra = 0x947;
	uint64_t used = n;

#define OPERATION(i) (code[(i) * BYTES] | (code[(i) * BYTES + 1] & 15u) << 8)
	while (used > 0 && OPERATION(used - 1) == nop)
		used--;
	if (used > 1 && OPERATION(used - 1) == bra)
		used--;
#undef OPERATION
	return used;
}

static bool read_lines(struct table *table, const struct elf *elf)
{
	struct bytes all;
	Elf64_Shdr lines;

	if (!section_named(elf, ".debug_line", &lines))
		return false;
	table->origin = lines.sh_offset;
	all = (struct bytes){.at = elf->at + lines.sh_offset,
			     .end = elf->at + lines.sh_offset + lines.sh_size};
	while (all.at < all.end)
		if (!read_unit(table, &all))
			return false;
	return true;
}

/*
 * The bits from 105 on say how the warp waits: the cycles before the next
 * instruction (4 bits, then one for the choice of warps), the barrier that the
 * result will pass (3; 7: none), the one that its operands will pass (3), and the
 * barriers that must be passed before it is issued (6). Jia et al., "Dissecting
 * the NVIDIA Volta GPU Architecture via Microbenchmarking", 2018, section 2.1,
 * arxiv.org/abs/1804.06826.
 */
#define BARRIERS 6

/* Of which class is an instruction whose result passes a barrier? Operations:
 * LD 0x180, LDG 0x181, LDC 0x182, LDL 0x183, LDS 0x184, ATOMS 0x18c, the other
 * atomics 0x18a, 0x1a8, 0x1a9; else those of units that are shared, as MUFU. */
static enum cvg_mclass class_of(const uint8_t *inst)
{
	switch ((inst[0] | inst[1] << 8) & 0x1ff) {
	case 0x180:
	case 0x181:
	case 0x183:
	case 0x18a:
	case 0x1a8:
	case 0x1a9:
		return CVG_M_VMEM;
	case 0x184:
	case 0x18c:
		return CVG_M_LDS;
	default:
		return CVG_M_TRANS;
	}
}

/* Count an instruction, and what it waits for. */
static void count_one(struct cvg_mreader *reader, const uint8_t *inst,
		      uint64_t ready[BARRIERS])
{
	uint32_t issue = cvg_mrate_of(reader->fn, CVG_M_UNTOLD).issue;
	uint32_t stall = inst[13] >> 1 & 15;
	uint32_t barrier = (inst[13] >> 6 | inst[14] << 2) & 7;
	uint32_t wanted = (uint32_t)inst[14] >> 4 | (uint32_t)inst[15] << 4;

	for (uint32_t b = 0; b < BARRIERS; b++)
		if (wanted >> b & 1)
			cvg_mclock_wait(&reader->clock, ready[b]);
	if (barrier < BARRIERS)
		ready[barrier] =
			reader->clock.now +
			cvg_mrate_of(reader->fn, class_of(inst)).latency;
	if (stall > issue)
		cvg_mclock_wait(&reader->clock,
				reader->clock.now + stall - issue);
	cvg_mreader_add(reader, CVG_M_UNTOLD, issue);
	cvg_mreader_line(reader, 0);
	cvg_str_addn(&reader->mcode->binary, (const char *)inst, BYTES);
}

/* The section of the code of the function, whose name has `tail` behind it, and its
 * instructions; 0: it is not there. */
static uint32_t find_code(const struct elf *elf, const char *function,
			  const char *tail, Elf64_Shdr *code, uint64_t *n)
{
	struct cvg_str name = {0};
	uint32_t at;

	cvg_str_addf(&name, ".text.%s%s", function, tail);
	at = section_named(elf, name.at, code);
	cvg_str_done(&name);
	if (!at || code->sh_type == SHT_NOBITS)
		return 0;
	*n = used_code(elf->at + code->sh_offset, code->sh_size / BYTES);
	return at;
}

static bool count_code(struct cvg_mreader *reader, const struct elf *elf,
		       const char *name)
{
	struct table table = {.reader = reader, .elf = elf};
	uint64_t ready[BARRIERS] = {0};
	double *size = reader->mcode->size;
	Elf64_Shdr code, other;
	uint64_t nrolled;
	uint32_t rolled;
	bool ok;

	table.code = find_code(elf, name, "", &code, &table.ncode);
	if (!table.code)
		return false;
	size[CVG_MSIZE_CODE] = (double)(table.ncode * BYTES);
	rolled = find_code(elf, name, "_rolled", &other, &nrolled);
	if (rolled) {
		if (nrolled != table.ncode)
			size[CVG_MSIZE_ROLLED] = (double)(nrolled * BYTES);
		table.code = rolled;
		table.ncode = nrolled;
		code = other;
	}
	table.line = cvg_calloc(table.ncode + 1, sizeof *table.line);
	ok = read_lines(&table, elf);
	clear_helpers(&table);
	for (uint64_t i = 0; ok && i < table.ncode; i++) {
		reader->line = table.line[i];
		count_one(reader, elf->at + code.sh_offset + i * BYTES, ready);
	}
	free(table.line);
	return ok;
}

struct cvg_mcode *cvg_mcode_read_cubin(const struct cvg_fn *fn,
				       const char *name, const void *cubin,
				       size_t n, const char *said,
				       struct cvg_err *err)
{
	struct cvg_mreader reader;
	struct elf elf = {.at = cubin, .n = n};

	cvg_mreader_begin(&reader, fn);
	if (!copy(&elf, &elf.head, 0, sizeof elf.head) ||
	    memcmp(elf.head.e_ident, ELFMAG, SELFMAG) != 0 ||
	    !count_code(&reader, &elf, name))
		cvg_mreader_drop(&reader);
	else
		cvg_mreader_said(&reader, name, said);
	return cvg_mreader_end(&reader, "the cubin", err);
}
