/** Fixed-size slots on a device and the aligned buffers they travel in. */
package org.flashgrove.core.page;
