// Makes a bundle from a payload.

import { type CpioEntry, writeCpio } from './cpio.ts';
import { type BundleFacts, describe, descriptionName, largestHead, payloadName, signatureName } from './description.ts';
import { Fault } from './fault.ts';

/** The file with these parts, without checking that they belong together. */
export function packed(description: Buffer, signature: Buffer, payload: Buffer, built: number): Buffer {
  const head: CpioEntry[] = [
    { name: descriptionName, data: description },
    { name: signatureName, data: signature },
  ];
  const whole = writeCpio([...head, { name: payloadName, data: payload }], built);
  const length = writeCpio(head, built).length;
  if (length > largestHead) throw new Fault(`the head takes ${length} octets, ${largestHead} at most`);
  return whole;
}

export function bundleOf(facts: BundleFacts, payload: Buffer, signer: (description: Buffer) => Buffer): Buffer {
  const description = describe(facts, payload);
  return packed(description, signer(description), payload, facts.built);
}
