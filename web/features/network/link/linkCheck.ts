/** Required settings of a connection to a server. */
import type { CloudParamValues, CommModeValues, RestParamValues } from '@gen/network.ts';
import { t } from '../../../lib/i18n.ts';

type Errors<Values> = Partial<Record<keyof Values, string>>;

export function checkServer(values: CommModeValues): Errors<CommModeValues> {
  const { direction, serverType, serverAddress, serverUrl } = values;
  if (direction !== 'call') return {};
  if (serverType === 'address') return serverAddress === '' ? { serverAddress: t('settings.required') } : {};
  return serverUrl === '' ? { serverUrl: t('settings.required') } : {};
}

export function checkCloud({ on, code, server }: CloudParamValues): Errors<CloudParamValues> {
  return {
    ...(on && code === '' ? { code: t('settings.required') } : {}),
    ...(on && server === '' ? { server: t('settings.required') } : {}),
  };
}

export function checkWebhook({ webhookOn, webhookUrl }: RestParamValues): Errors<RestParamValues> {
  return webhookOn && webhookUrl === '' ? { webhookUrl: t('settings.required') } : {};
}
