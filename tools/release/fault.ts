// An error in the input: reported in one line, without a stack trace.

export class Fault extends Error {}
