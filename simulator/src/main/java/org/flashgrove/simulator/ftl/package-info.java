/**
 * Flash translation layers. They provide logical pages that can be overwritten, although a flash
 * page must be erased before it is programmed again.
 */
package org.flashgrove.simulator.ftl;
