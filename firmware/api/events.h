/* What the event stream of http/ and the call that begins it agree on. */
#ifndef POSTERN_API_EVENTS_H
#define POSTERN_API_EVENTS_H

#define EVENTS_BEAT_S 15 /* longest time without a sign of life */

#endif
