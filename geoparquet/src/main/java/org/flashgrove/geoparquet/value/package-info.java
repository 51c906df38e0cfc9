/** Values of Parquet columns as geometries and attributes. */
package org.flashgrove.geoparquet.value;
