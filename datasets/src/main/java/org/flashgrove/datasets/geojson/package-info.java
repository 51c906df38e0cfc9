/** GeoJSON (RFC 7946), feature by feature. */
package org.flashgrove.datasets.geojson;
