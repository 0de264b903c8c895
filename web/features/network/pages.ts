/** Pages of the network: in one piece they weigh less than each for itself, with a piece for what two of them share. */

export { EthernetPage } from './link/EthernetPage.tsx';
export { InternetPage } from './link/InternetPage.tsx';
export { CloudPage } from './server/CloudPage.tsx';
export { CommModePage } from './server/CommModePage.tsx';
export { AddWifiPage } from './wifi/AddWifiPage.tsx';
export { ChooseWifiPage } from './wifi/ChooseWifiPage.tsx';
export { WifiPage } from './wifi/WifiPage.tsx';
