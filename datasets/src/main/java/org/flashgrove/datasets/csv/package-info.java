/** CSV files of entries, updates and query windows, read and written as streams. */
package org.flashgrove.datasets.csv;
