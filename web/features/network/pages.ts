/** Pages of the network: in one piece they weigh less than each for itself, with a piece for what two of them share. */
export { AddWifiPage } from './AddWifiPage.tsx';
export { ChooseWifiPage } from './ChooseWifiPage.tsx';
export { CloudPage } from './CloudPage.tsx';
export { CommModePage } from './CommModePage.tsx';
export { EthernetPage } from './EthernetPage.tsx';
export { InternetPage } from './InternetPage.tsx';
export { WifiPage } from './WifiPage.tsx';
