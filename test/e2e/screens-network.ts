// The screens of the network pages.

import type { Page } from 'playwright-core';
import { ready, type Screen } from './screens.ts';
import { type Language, textIn } from './texts.ts';

const page = (name: string, path: string, title: string): Screen => ({
  name,
  as: 'admin',
  path,
  show: (shown, language) => ready(shown, language, title),
});

/** Presses a button of a page and waits for its dialog. */
async function press(shown: Page, language: Language, button: string): Promise<void> {
  await shown.getByRole('button', { name: textIn(language, button), exact: true }).click();
  await shown.locator('dialog[open]').waitFor();
}

const security = '/network/securityOne';

export const networkScreens: readonly Screen[] = [
  {
    name: 'ethernet-mistake',
    as: 'admin',
    path: '/network/ethernet',
    show: async (shown, language) => {
      await ready(shown, language, 'page.ethernet');
      await shown.getByRole('radio', { name: textIn(language, 'enum.AddressMode.fixed') }).check();
      await shown.getByLabel(textIn(language, 'setting.Ethernet.address'), { exact: true }).fill('10.0.4.40');
      const gateway = shown.getByLabel(textIn(language, 'setting.Ethernet.gateway'), { exact: true });
      await gateway.fill('10.0.5.1');
      await gateway.blur();
      await shown.getByText(textIn(language, 'ethernet.outside', { subnet: '10.0.4.0/24' })).waitFor();
    },
  },
  page('internet', '/network/internet', 'page.internet'),
  {
    name: 'wifi-eap',
    as: 'admin',
    path: '/network/wirless',
    show: async (shown, language) => {
      await ready(shown, language, 'page.wifi');
      await shown.getByRole('radio', { name: textIn(language, 'enum.WifiMode.client') }).check();
      await shown.getByLabel(textIn(language, 'setting.Wirless.security'), { exact: true }).selectOption('eap');
      await shown.getByText(textIn(language, 'wifi.caMissing')).waitFor();
    },
  },
  {
    name: 'choose-wifi',
    as: 'admin',
    path: '/network/wirless/chooseWIFI',
    show: async (shown, language) => {
      await ready(shown, language, 'page.chooseWifi');
      await shown.locator('.wifi-network').first().waitFor();
    },
  },
  {
    name: 'join-wifi',
    as: 'admin',
    path: '/network/wirless/chooseWIFI',
    show: async (shown, language) => {
      await ready(shown, language, 'page.chooseWifi');
      await shown.locator('.wifi-network').first().click();
      await shown.locator('dialog[open]').waitFor();
    },
  },
  page('add-wifi', '/network/wirless/addWIFI', 'page.addWifi'),
  page('comm-mode', '/network/commMode', 'page.commMode'),
  page('security', security, 'page.security'),
  {
    name: 'security-upload',
    as: 'admin',
    path: security,
    show: async (shown, language) => {
      await ready(shown, language, 'page.security');
      await press(shown, language, 'certificate.upload');
    },
  },
  {
    name: 'security-key',
    as: 'admin',
    path: security,
    show: async (shown, language) => {
      await ready(shown, language, 'page.security');
      await press(shown, language, 'restKey.add');
    },
  },
  page('cloud', '/network/cloud', 'page.cloud'),
  {
    name: 'confirm-network',
    as: 'nobody',
    path: '/network/confirm#a-code-that-nobody-gave-0123456789abcdefghij',
    show: (shown, language) => ready(shown, language, 'confirmNetwork.unknown'),
  },
];
