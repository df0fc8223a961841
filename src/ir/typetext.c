/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See typetext.h. */
#include "typetext.h"

#include <string.h>

#include "reconverge/base.h"

void cvg_drop_type_addresses(char *text)
{
	static const char mark[] = "%\"type 0x";
	char *to = strstr(text, mark);

	if (!to)
		return;
	text = to;
	while (*text) {
		if (strncmp(text, mark, sizeof mark - 1) != 0) {
			*to++ = *text++;
			continue;
		}
		memcpy(to, CVG_UNNAMED_TYPE, sizeof CVG_UNNAMED_TYPE - 1);
		to += sizeof CVG_UNNAMED_TYPE - 1;
		text += sizeof mark - 1;
		text += strcspn(text, "\"");
		text += *text == '"';
	}
	*to = '\0';
}

/* LLVM prints a struct with its definition, which is removed if the struct has
 * a name, and else serves as its name. */
char *cvg_type_text(LLVMTypeRef type)
{
	static const char is[] = " = type ";
	char *all = LLVMPrintTypeToString(type), *text;
	char *cut = all[0] == '%' ? strstr(all, is) : NULL;

	if (cut && !LLVMGetStructName(type)) {
		struct cvg_str s = {0};

		cvg_str_addf(&s, "%%%s", cut + sizeof is - 1);
		text = cvg_strdup(cvg_str_of(&s));
		cvg_str_done(&s);
	} else {
		if (cut)
			*cut = '\0';
		text = cvg_strdup(all);
	}
	LLVMDisposeMessage(all);
	cvg_drop_type_addresses(text);
	return text;
}
