/** The B+-tree of byte strings: keys of any length up to a limit, on slotted pages. */
package org.flashgrove.indexes.bytekey;
