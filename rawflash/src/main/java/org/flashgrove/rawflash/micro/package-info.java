/**
 * MicroHash and MicroGF (Lin and others 2006) on raw flash. Records are in time order in a circular
 * file, with index pages in between.
 */
package org.flashgrove.rawflash.micro;
