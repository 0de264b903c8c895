/** The engineer's pages in one chunk: few users open them, but then several. */
export { DebugPage } from './DebugPage.tsx';
export { SnKeyPage } from './SnKeyPage.tsx';
export { PublicTestPage, TestPage } from './TestPage.tsx';
