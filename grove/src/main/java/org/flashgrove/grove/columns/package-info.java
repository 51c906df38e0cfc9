/**
 * Lists of entries in columns, and algorithms that sort and partition them by curve value or in a
 * k-d tree.
 */
package org.flashgrove.grove.columns;
