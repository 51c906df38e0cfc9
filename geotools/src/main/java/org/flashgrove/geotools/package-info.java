/**
 * GeoTools DataStore over the tables of a store. A feature type is a table, and a feature is a
 * record. Begin with {@link org.flashgrove.geotools.FlashgroveDataStore}.
 */
package org.flashgrove.geotools;
