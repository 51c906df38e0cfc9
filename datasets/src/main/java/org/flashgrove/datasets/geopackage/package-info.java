/** GeoPackage files, which are feature tables in SQLite. */
package org.flashgrove.datasets.geopackage;
