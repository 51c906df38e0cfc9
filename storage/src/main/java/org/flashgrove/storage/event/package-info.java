/**
 * Events for the JDK's Flight Recorder. No event object is created while the recorder does not
 * record this kind of event.
 */
@NullMarked
package org.flashgrove.storage.event;

import org.jspecify.annotations.NullMarked;
