/** B+-tree of byte strings: keys of limited length in slotted pages. */
package org.flashgrove.indexes.bytekey;
