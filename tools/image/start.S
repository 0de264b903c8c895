/* Where a program begins, in the place of the C library's start files: Debian 12 has them without landing pads (BTI), and one
 * object without them takes the protection from the whole program. The library does the rest: it needs neither _init nor
 * _fini since 2.34, and unwinding finds its tables by the program's headers. */
    .text
    .globl _start
    .type _start, %function
_start:
    hint 38 /* bti jc: the loader jumps here */
    mov x29, #0
    mov x30, #0
    mov x5, x0 /* what the loader wants called at the end */
    ldr x1, [sp] /* number of arguments */
    add x2, sp, #8
    mov x6, sp
    adrp x0, main
    add x0, x0, :lo12:main
    mov x3, #0
    mov x4, #0
    bl __libc_start_main
    bl abort
    .size _start, . - _start

/* int atexit(void (*)(void)): that of the library is in its part that is linked in, which has no landing pads either. */
    .globl atexit
    .hidden atexit
    .type atexit, %function
atexit:
    hint 34 /* bti c */
    mov x1, #0
    adrp x2, __dso_handle
    add x2, x2, :lo12:__dso_handle
    ldr x2, [x2]
    b __cxa_atexit
    .size atexit, . - atexit

    .section .rodata.cst4, "aM", %progbits, 4
    .p2align 2
    .globl _IO_stdin_used
    .type _IO_stdin_used, %object
_IO_stdin_used:
    .word 0x20001
    .size _IO_stdin_used, 4

    .data
    .p2align 3
    .hidden __dso_handle
    .globl __dso_handle
    .type __dso_handle, %object
__dso_handle:
    .xword __dso_handle
    .size __dso_handle, 8

    .section .note.GNU-stack, "", %progbits

    .section .note.gnu.property, "a", %note
    .p2align 3
    .word 4
    .word 16
    .word 5 /* NT_GNU_PROPERTY_TYPE_0 */
    .asciz "GNU"
    .word 0xc0000000 /* GNU_PROPERTY_AARCH64_FEATURE_1_AND */
    .word 4
    .word 3 /* BTI, PAC */
    .word 0
