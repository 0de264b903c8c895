/** Pages of the time: in one piece they weigh less than each for itself, with a piece for what two of them share. */
export { ApplyStatusPage } from './ApplyStatusPage.tsx';
export { DstPage } from './DstPage.tsx';
export { StatusChangePage } from './StatusChangePage.tsx';
export { TimeSettingPage } from './TimeSettingPage.tsx';
