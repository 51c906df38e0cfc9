/** Pages of Parquet files: the footer, the pages of a column, and their codecs. */
package org.flashgrove.geoparquet.page;
