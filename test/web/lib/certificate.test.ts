import { describe, expect, it } from 'vitest';
import { certificateFacts, hasPrivateKey } from '../../../web/lib/certificate.ts';

/* Made with OpenSSL for this test: a CA with a common name, and a certificate with an organization beyond ASCII alone
 * that ends after 2049, where the time has another form. */
const ca = `
-----BEGIN CERTIFICATE-----
MIIBuTCCAV+gAwIBAgIUfSFuHxDX5vbjCJfeTkiQO5ZV8zQwCgYIKoZIzj0EAwIw
MjEWMBQGA1UECgwNRXhhbXBsZSBXb3JrczEYMBYGA1UEAwwPRXhhbXBsZSBEb29y
IENBMB4XDTI2MTEyMTE4MjcyOFoXDTM2MTExODE4MjcyOFowMjEWMBQGA1UECgwN
RXhhbXBsZSBXb3JrczEYMBYGA1UEAwwPRXhhbXBsZSBEb29yIENBMFkwEwYHKoZI
zj0CAQYIKoZIzj0DAQcDQgAEQp1SsndTFTicwpJRw29dGW1UrBv5rDwDh2Wl3OB8
XKjlEAOIfuMDfNEfJ5f50XKb0qApZJGHXS9DbJYTj0PTGqNTMFEwHQYDVR0OBBYE
FFGN3fwGdvLCmxADMCHBwGnv3mKUMB8GA1UdIwQYMBaAFFGN3fwGdvLCmxADMCHB
wGnv3mKUMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIhAJgvTS3t
B/aLRpiWzMGr6J5NZRC1EOePWEMg4N0khxxJAiBYRn39tb1XLy53n8zdeWDNQTnu
5w97dP5ozMmii8grXQ==
-----END CERTIFICATE-----
`;
const organization = `
-----BEGIN CERTIFICATE-----
MIIBiTCCAS+gAwIBAgIUILi4KC6aeZ1vXsCbzERdMqJPCAcwCgYIKoZIzj0EAwIw
GTEXMBUGA1UECgwOTsO8ciDDlnJ0IEdtYkgwIBcNMjYxMTIxMTgyNzI4WhgPMjA1
OTA5MjkxODI3MjhaMBkxFzAVBgNVBAoMDk7DvHIgw5ZydCBHbWJIMFkwEwYHKoZI
zj0CAQYIKoZIzj0DAQcDQgAEQp1SsndTFTicwpJRw29dGW1UrBv5rDwDh2Wl3OB8
XKjlEAOIfuMDfNEfJ5f50XKb0qApZJGHXS9DbJYTj0PTGqNTMFEwHQYDVR0OBBYE
FFGN3fwGdvLCmxADMCHBwGnv3mKUMB8GA1UdIwQYMBaAFFGN3fwGdvLCmxADMCHB
wGnv3mKUMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIhAJtbE3/V
/GONZPbQl/JqPlNKQUvdLdAZvPBUksGxBxgyAiBFZinh3ktP9Xzqbd78UN23ke+1
mKk37evENNX81WefcQ==
-----END CERTIFICATE-----
`;

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
