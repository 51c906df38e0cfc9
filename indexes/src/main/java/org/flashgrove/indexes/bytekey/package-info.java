/** The B+-tree of byte strings: keys of limited length on slotted pages. */
package org.flashgrove.indexes.bytekey;
