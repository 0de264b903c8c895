/* Constants shared by the event stream of http/ and the call that starts it. */
#ifndef POSTERN_API_EVENTS_H
#define POSTERN_API_EVENTS_H

#define EVENTS_BEAT_S 15 /* longest interval between two messages, keep-alive included */

#endif
