/** GeoPackage: tables of features in SQLite. */
package org.flashgrove.datasets.geopackage;
