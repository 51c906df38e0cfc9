/** Events of the JDK's Flight Recorder; nothing is made of them while they are not recorded. */
package org.flashgrove.storage.event;
