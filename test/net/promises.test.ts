// The promises of hal/net.h on Linux; test/api/network-promises tries the same on the simulated terminal.

import { networkPromises } from '../conformance/network.ts';
import { LinuxWorld, worldFor } from './world.ts';

networkPromises(worldFor(() => LinuxWorld.start({ number: 1 })));
