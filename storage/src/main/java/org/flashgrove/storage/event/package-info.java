/**
 * Events for the JDK's Flight Recorder. No event object is created while events are not recorded.
 */
@NullMarked
package org.flashgrove.storage.event;

import org.jspecify.annotations.NullMarked;
