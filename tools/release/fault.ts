// What is wrong with what was asked for: said in one line, without a trace.

export class Fault extends Error {}
