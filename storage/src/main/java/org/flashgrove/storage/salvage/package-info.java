/** Recovery of damaged stores, for all kinds of structures. */
package org.flashgrove.storage.salvage;
