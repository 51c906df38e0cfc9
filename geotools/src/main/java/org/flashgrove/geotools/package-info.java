/**
 * Tables as a DataStore of GeoTools: a feature type is a table, a feature is a record, and all
 * types of a directory are structures of one store.
 */
package org.flashgrove.geotools;
