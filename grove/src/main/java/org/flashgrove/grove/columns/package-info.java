/**
 * In-memory columns of entries without an object per entry, and orders of entries: by keys of the
 * curve, by k-d tiles, and in runs.
 */
package org.flashgrove.grove.columns;
