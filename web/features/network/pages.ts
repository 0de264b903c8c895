/** Pages of the network in one chunk: smaller than separate chunks plus one for each shared part. */

export { EthernetPage } from './link/EthernetPage.tsx';
export { InternetPage } from './link/InternetPage.tsx';
export { CloudPage } from './server/CloudPage.tsx';
export { CommModePage } from './server/CommModePage.tsx';
export { AddWifiPage } from './wifi/AddWifiPage.tsx';
export { ChooseWifiPage } from './wifi/ChooseWifiPage.tsx';
export { WifiPage } from './wifi/WifiPage.tsx';
