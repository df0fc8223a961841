#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Make configure and Makefile.in from a checkout.
cd "$(dirname "$0")" && exec autoreconf --install --force
