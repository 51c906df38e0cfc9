/** CSV files of entries, updates, query windows and block traces, read and written as streams. */
package org.flashgrove.datasets.csv;
