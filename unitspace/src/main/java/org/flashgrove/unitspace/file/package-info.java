/**
 * Stores in one file that is divided into units: the file as a {@link
 * org.flashgrove.unitspace.UnitMedium}, and a directory of files in its pages.
 */
package org.flashgrove.unitspace.file;
