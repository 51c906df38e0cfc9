/** Indexed data files as a read-only DataStore of GeoTools. */
package org.flashgrove.geotools.file;
