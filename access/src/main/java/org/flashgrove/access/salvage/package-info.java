/** Rescues what can still be read of damaged stores into new ones. */
package org.flashgrove.access.salvage;
