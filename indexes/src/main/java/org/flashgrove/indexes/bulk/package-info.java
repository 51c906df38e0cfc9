/**
 * Bulk loading: entries are sorted, outside memory if there are many, packed into full nodes level
 * by level, and written as whole pages, past the per-entry path of every tree.
 */
package org.flashgrove.indexes.bulk;
