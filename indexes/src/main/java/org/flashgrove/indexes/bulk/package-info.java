/**
 * Bulk loading. Entries are sorted, in a file if they exceed the memory, packed into full nodes
 * level by level, and written as complete pages.
 */
package org.flashgrove.indexes.bulk;
