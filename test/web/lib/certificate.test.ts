import { describe, expect, it } from 'vitest';
import { certificateFacts, hasPrivateKey } from '../../../web/lib/certificate.ts';
import { ca, organization } from '../pems.ts';

describe('a certificate', () => {
  it('tells its subject and its days', () => {
    expect(certificateFacts(ca)).toEqual({ subject: 'Example Door CA', notBefore: 1795285648, notAfter: 2110645648 });
    expect(certificateFacts(organization)).toEqual({
      subject: 'Nür Ört GmbH',
      notBefore: 1795285648,
      notAfter: 2832085648,
    });
  });

  it('is found behind other text, and the first of a chain is read', () => {
    expect(certificateFacts(`subject=x\r\n${ca}${organization}`)?.subject).toBe('Example Door CA');
  });

  it.each([
    ['nothing', ''],
    ['no base 64', '-----BEGIN CERTIFICATE-----\n=A=\n-----END CERTIFICATE-----'],
    ['no DER', '-----BEGIN CERTIFICATE-----\nAAECAwQ=\n-----END CERTIFICATE-----'],
    ['an end', ca.replace(/\n[A-Za-z0-9+/=]+\n-----END/, '\n-----END')],
    ['a key', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----'],
  ])('with %s is none', (_, text) => {
    expect(certificateFacts(text)).toBeNull();
  });
});

it('a private key is known by its label', () => {
  expect(hasPrivateKey('-----BEGIN PRIVATE KEY-----\n')).toBe(true);
  expect(hasPrivateKey('-----BEGIN EC PRIVATE KEY-----\n')).toBe(true);
  expect(hasPrivateKey(ca)).toBe(false);
});
