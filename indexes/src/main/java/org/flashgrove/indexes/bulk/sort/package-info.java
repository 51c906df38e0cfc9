/** External merge sort of entries in runs on disk. */
package org.flashgrove.indexes.bulk.sort;
