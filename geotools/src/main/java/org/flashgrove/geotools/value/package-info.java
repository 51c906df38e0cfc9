/** Translates types, coordinate systems and values between tables and GeoTools. */
package org.flashgrove.geotools.value;
