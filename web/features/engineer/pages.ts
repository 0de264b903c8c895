/** The engineer's pages: few open them, and who does opens several. */
export { DebugPage } from './DebugPage.tsx';
export { SnKeyPage } from './SnKeyPage.tsx';
export { PublicTestPage, TestPage } from './TestPage.tsx';
