import '../browser.ts';
import { render, screen, waitFor } from '@testing-library/preact';
import { SWRConfig } from 'swr';
import { expect, it, vi } from 'vitest';
import { onOtherBuild, refreshDeviceInfo, useDeviceInfo } from '../../../web/lib/device.ts';
import { readPreference } from '../../../web/lib/preferences.ts';
import { fakeTerminal } from '../fakeTerminal.ts';

function Page() {
  return <p>{useDeviceInfo().info?.buildId}</p>;
}

/** The shell, which does not ask yet. */
function Frame() {
  useDeviceInfo(false);
  return <Page />;
}

it('another build is noticed in the answer to whoever asked', async () => {
  let buildId = 'first';
  fakeTerminal({ SetInfoParam: () => ({ buildId, deviceName: 'North', hour24: true }) });
  const renew = vi.fn();
  const stop = onOtherBuild(renew);
  render(
    <SWRConfig value={{ dedupingInterval: 0 }}>
      <Frame />
    </SWRConfig>,
  );
  await screen.findByText('first');
  expect(readPreference('device')).toBe('North');
  expect(renew).not.toHaveBeenCalled();
  buildId = 'second';
  refreshDeviceInfo();
  await screen.findByText('second');
  await waitFor(() => expect(renew).toHaveBeenCalledTimes(1));
  stop();
  refreshDeviceInfo();
  await waitFor(() => expect(renew).toHaveBeenCalledTimes(1));
});
