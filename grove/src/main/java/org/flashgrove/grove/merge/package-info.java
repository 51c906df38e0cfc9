/**
 * Merges of Grove. A merge takes neighbouring intervals and combines their buffered changes with
 * their blocks. The merge writes new blocks in steps. Bulk loads build blocks in the same way.
 */
package org.flashgrove.grove.merge;
