/** Events of the JDK's Flight Recorder; nothing is made of them while they are not recorded. */
@NullMarked
package org.flashgrove.storage.event;

import org.jspecify.annotations.NullMarked;
