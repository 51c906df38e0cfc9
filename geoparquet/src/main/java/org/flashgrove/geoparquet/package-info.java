/** GeoParquet as a data format. Begin with {@link org.flashgrove.geoparquet.GeoParquetFormat}. */
package org.flashgrove.geoparquet;
