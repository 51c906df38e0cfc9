/** Fixed-size slots on a device, and aligned buffers for their pages. */
package org.flashgrove.core.page;
